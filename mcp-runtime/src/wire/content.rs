//! Content blocks of a tool's result and of a prompt's messages, and the contents of resources.
//!
//! Spec: MCP 2026-07-28, server/tools, "Tool Result".

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

/// One block of a tool's result, or what a message of a prompt holds.
///
/// ```
/// use mcp::Content;
///
/// let blocks = vec![Content::text("a map of the area"), Content::image([0u8; 4], "image/png")];
/// assert_eq!(blocks.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image(Image),
    /// A sound.
    Audio(Audio),
    /// Names a resource that the client may read.
    ResourceLink(ResourceLink),
    /// A resource with its contents.
    Resource {
        /// The contents.
        resource: ResourceContents,
    },
}

impl Content {
    /// A block of plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A picture from its bytes; `mime_type` such as `image/png`.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Image::new(bytes, mime_type).into()
    }

    /// A sound from its bytes; `mime_type` such as `audio/wav`.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Audio::new(bytes, mime_type).into()
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Image> for Content {
    fn from(image: Image) -> Self {
        Self::Image(image)
    }
}

impl From<Audio> for Content {
    fn from(audio: Audio) -> Self {
        Self::Audio(audio)
    }
}

impl From<ResourceLink> for Content {
    fn from(link: ResourceLink) -> Self {
        Self::ResourceLink(link)
    }
}

impl From<ResourceContents> for Content {
    fn from(resource: ResourceContents) -> Self {
        Self::Resource { resource }
    }
}

/// A picture, carried as base64.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    data: String,
    mime_type: String,
}

impl Image {
    /// A picture from its bytes; `mime_type` such as `image/png`.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self {
            data: STANDARD.encode(bytes),
            mime_type: mime_type.into(),
        }
    }
}

/// A sound, carried as base64. Clients of 2024-11-05 get a text that names it instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Audio {
    data: String,
    mime_type: String,
}

impl Audio {
    /// A sound from its bytes; `mime_type` such as `audio/wav`.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self {
            data: STANDARD.encode(bytes),
            mime_type: mime_type.into(),
        }
    }

    /// The media type, `audio/wav` or the like.
    pub fn mime_type(&self) -> &str {
        &self.mime_type
    }
}

/// Names a resource. Clients before 2025-06-18 get a text with the URI instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    uri: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
}

impl ResourceLink {
    /// A link to `uri`; `name` is what a program calls it.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
        }
    }

    /// What a person calls it.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it is, for the model.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The URI it names.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// What a program calls it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The contents of a resource, text or bytes; also as a block of a result.
///
/// Spec: MCP 2026-07-28, server/resources, "Resource Contents".
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceContents {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blob: Option<String>,
}

impl ResourceContents {
    /// Text.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            text: Some(text.into()),
            blob: None,
        }
    }

    /// Bytes, which travel as base64.
    pub fn blob(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            text: None,
            blob: Some(STANDARD.encode(bytes)),
        }
    }

    /// The same contents under another URI.
    pub(crate) fn at(mut self, uri: &str) -> Self {
        uri.clone_into(&mut self.uri);
        self
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The same contents, with a media type where they have none.
    pub(crate) fn or_mime_type(mut self, mime_type: Option<&str>) -> Self {
        if self.mime_type.is_none() {
            self.mime_type = mime_type.map(str::to_owned);
        }
        self
    }
}
