"""Meta-evaluation: do scores of saved runs agree with what people say of the systems' quality."""
