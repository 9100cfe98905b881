"""The names under which columns and keys are looked for."""

IDS = (
    "id", "item_id", "doc_id", "docid", "document_id", "documentid", "tweet_id", "qid", "q_id", "query_id",
    "_id", "ids", "identifier", "paper_id", "article_id", "text_id", "sample_id", "example_id", "guid", "uid",
    "uuid", "doi", "pmid", "uri", "url", "file", "filename", "file_name", "doc_name", "document_name", "item",
    "doc", "query", "document", "idx", "index", "__index_level_0__",
)  # fmt: skip
"""In order: what may be the text itself (document, query) is an id only where nothing else is."""
LISTS = (
    "phrases", "tags", "keyphrases", "hashtags", "keywords", "labels", "subjects", "terms", "concepts",
    "descriptors", "key_phrases", "key_words",
)  # fmt: skip
SINGLES = (
    "phrase", "tag", "keyphrase", "hashtag", "keyword", "label", "subject", "term", "concept", "descriptor",
)  # fmt: skip
GOLD = (
    "gold", "gold_keyphrases", "gold_keywords", "gold_phrases", "gold_tags", "gold_labels", "gold_answer",
    "gold_answers", "gold_standard", "targets", "target", "references", "reference_answer",
    "reference_answers", "ground_truth", "groundtruth", "truth", "expected", "expected_answer", "y_true",
)  # fmt: skip
"""What only gold is called: never read as predictions, unless users name it."""
PREDICTED = (
    "predictions", "prediction", "predicted", "predicted_keyphrases", "predicted_keywords",
    "predicted_phrases", "pred_keyphrases", "preds", "pred", "y_pred", "outputs", "output", "answers",
    "answer", "model_answer", "response", "responses", "generated", "model_output",
)  # fmt: skip
TOGETHER = ("extractive_keyphrases", "abstractive_keyphrases", "present_keyphrases", "absent_keyphrases")
"""Two halves of one list: phrases that stand in the text, and phrases that do not."""
BODIES = (
    "title", "abstract", "text", "body", "document", "content", "fulltext", "full_text", "introduction",
    "summary", "sentences", "tokens", "words", "src",
)  # fmt: skip
"""Under which the text of a document stands; several are its parts."""
SCORES = (
    "score", "scores", "weight", "weights", "confidence", "confidences", "relevance", "relevances",
    "probability", "probabilities", "prob", "probs", "logprob", "logprobs", "log_prob", "log_probs",
)  # fmt: skip
RANKS = ("rank", "ranks", "ranking", "rankings")
"""Of predictions without scores: the lowest comes first."""
TEXTS = ("phrase", "keyphrase", "text", "word", "keyword", "label", "tag", "term", "name", "prefLabel")
"""Under which the phrase stands where each one is an object of its own; a text may have a kind as label."""
SYSTEMS = (
    "system",
    "system_id",
    "system_name",
    "model",
    "model_id",
    "model_name",
    "run",
    "run_id",
    "run_name",
)
"""Under which rows name the system that they are of."""
CANDIDATES = ("candidate", "substitute", "word1", "word 1", "term1", "w1")
REFERENCES = ("reference", "substitutee", "word2", "word 2", "term2", "w2")
GRADES = (
    "rating", "similarity", "score", "human (mean)", "relatedness score", "simlex999", "avg_score", "avg",
    "gold",
)  # fmt: skip
LABEL_NAMES = (
    "label", "class", "category", "sentiment", "polarity", "stance", "emotion", "gold_label", "true_label",
    "gold_class", "y_true", "y",
)  # fmt: skip
"""What has one label, where it has few values; ``rating`` and ``answer`` may be anything."""
MOST_LABELS = 50  # labels
LABEL_AGAIN = 2  # how often a label comes, on average, in rows that are few
