"""What is kept between processes: compiled libraries and texts, found by content.

| file | idea |
|---|---|
| directory.py, trust.py | where the cache lives; whether others could put code there |
| key.py, installed.py, fingerprint.py | everything that a kept thing depends on, as hashes |
| entry.py | one compiled library with its checksum: published whole, checked before it is loaded |
| checksummed_text.py | one text with its checksum: published whole, checked before it is read |
"""
