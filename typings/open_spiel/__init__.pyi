"""The little of OpenSpiel that cardkit uses, which comes without types."""
