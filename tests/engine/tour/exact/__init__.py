"""Tests of exact counting."""
