"""As much of scikit-learn's types as is used, which it brings without saying so."""
