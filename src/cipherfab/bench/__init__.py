"""From core names to stored, verified numbers: composes verification, implementation and measurement into jobs."""
