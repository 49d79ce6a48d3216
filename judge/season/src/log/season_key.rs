//! Keys: they sign a text, and check a signature. A season has one, and contestants may have their own.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

use crate::log::digest::{Digest, Secret};

/// The season's key, which signs and is never revealed.
#[derive(Clone)]
pub struct SeasonKey(SigningKey);

impl SeasonKey {
    /// The key that is made of these bytes.
    pub fn of(secret: &Secret) -> Self {
        Self(SigningKey::from_bytes(&secret.0))
    }

    /// The public key, which everybody may know: it checks the season's signatures.
    pub fn public(&self) -> Digest {
        Digest(self.0.verifying_key().to_bytes())
    }

    /// Signs a text; what comes out are hexadecimal digits.
    pub fn sign(&self, text: &str) -> String {
        hex::encode(self.0.sign(text.as_bytes()).to_bytes())
    }
}

/// Whether a key has signed a text with this signature, in hexadecimal digits.
pub(crate) fn is_signed_by(key: Digest, text: &str, signature: &str) -> bool {
    let Ok(key) = VerifyingKey::from_bytes(&key.0) else { return false };
    let Ok(bytes) = hex::decode(signature) else { return false };
    let signature = Signature::from_slice(&bytes);
    signature.is_ok_and(|signature| key.verify_strict(text.as_bytes(), &signature).is_ok())
}
