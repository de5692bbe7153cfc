"""The environments: PettingZoo's, where all seats learn, and Gymnasium's, where one does.

Start reading at `setting.py`, which says what is the same in all games of an environment, and `episode.py`, which is
one of them; `zoo.py` and `single.py` say the same in the words of the two libraries.
"""
