"""What all pages share: one look (``base.css``, ``tables.css``), one policy, texts that are never markup."""
