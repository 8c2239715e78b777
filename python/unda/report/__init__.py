"""The report of `unda verify`: one HTML page, with everything in it, from verify.json and the results beside it."""
