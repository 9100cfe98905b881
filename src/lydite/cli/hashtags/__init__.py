"""Work with tweets for #REval: split or describe them, recommend hashtags, list a hashtag's tweets."""
