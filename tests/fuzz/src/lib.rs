//! Fuzz targets for the judge; each is a test.
