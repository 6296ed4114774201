"""Adapters between stored stages and the formats: one module for each format, and the plan of stages."""
