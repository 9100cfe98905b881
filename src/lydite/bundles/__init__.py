"""Shared tasks for evaluation platforms: what is uploaded there, and what runs there."""
