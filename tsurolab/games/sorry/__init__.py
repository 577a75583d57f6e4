"""The family of Sorry!: its rooms. The front door is :mod:`tsurolab.sorry`."""
