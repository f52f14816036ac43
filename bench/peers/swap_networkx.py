"""Six knights that change places on 3 x 4, as a shortest path of networkx through the graph of all positions."""

import json
from itertools import combinations

import networkx

SQUARES = range(12)
PAIRS = [(a, b) for a, b in combinations(SQUARES, 2) if {abs(a // 3 - b // 3), abs(a % 3 - b % 3)} == {1, 2}]

graph = networkx.Graph()
for black in map(frozenset, combinations(SQUARES, 3)):
    for white in map(frozenset, combinations([square for square in SQUARES if square not in black], 3)):
        for a, b in PAIRS:
            for one, other in ((a, b), (b, a)):
                if other not in black | white:
                    if one in black:
                        graph.add_edge((black, white), (black - {one} | {other}, white))
                    elif one in white:
                        graph.add_edge((black, white), (black, white - {one} | {other}))
top, bottom = frozenset((0, 1, 2)), frozenset((9, 10, 11))
print(json.dumps({"moves": networkx.shortest_path_length(graph, (top, bottom), (bottom, top))}))
