export { defaultAsset, isRemote } from './characters/card_assets.ts'
export type {
  CardAsset,
  CardBook,
  CardChat,
  CharacterDraft,
  CharacterFormat,
  CharacterReading,
  ReadCharacter,
  ReadingOptions,
} from './characters/character_draft.ts'
export { classify } from './characters/classify.ts'
export { EditList } from './characters/edit_list.ts'
export { editsFor } from './characters/edits_for.ts'
export { facetIdPath } from './characters/facet_extension.ts'
export { hasKey, isJsonObject, type JsonObject, own } from './characters/json_object.ts'
export { byafImages, readByaf } from './characters/read_byaf.ts'
export { readCharacterDocument } from './characters/read_character.ts'
export { readOobaYaml } from './characters/read_ooba_yaml.ts'
export { rewriteCard } from './characters/rewrite_card.ts'
export { decoratorEdits } from './characters/spec_edits.ts'
export { type WritableCharacter, writeV2, writeV3 } from './characters/write_card.ts'
export { type ChatRefusalCode, ChatRefused } from './chats/chat_refused.ts'
export { ChatsOfFile } from './chats/chats_of_file.ts'
export { type ChatEvent, readByafChats, readChatFile, type ReadOptions } from './chats/read_chat_file.ts'
export { writeSillyTavern } from './chats/sillytavern/write_chat.ts'
export { createAssets, readDataUri } from './files/create_assets.ts'
export { fileLimits } from './files/file_limits.ts'
export { openFile } from './files/open_file.ts'
export type { ContainedFile, FileFormat, FileRefusal, OpenedFile, SourceDocument } from './files/opened_file.ts'
export { holdsPlace } from './files/pictures/exif.ts'
export { type PictureFormat, pictureFormatOf } from './files/pictures/picture_format.ts'
export { withoutMetadata } from './files/pictures/without_metadata.ts'
export { encodePng, insertCards, type PngAsset } from './files/png/write_card_png.ts'
export { mebibytes, quoted } from './files/warnings.ts'
export { isSafeName, isSpecialFile, isSystemFile, nameOf } from './files/zip/entry_names.ts'
export { type CharXEntry, entryOptions, streamCharX } from './files/zip/write_charx.ts'
export { decodeText, encodeJson } from './json/decode_text.ts'
export { JsonDocument } from './json/json_document.ts'
export { jsonLimits, type JsonNode, type JsonPath, writtenLimits } from './json/json_node.ts'
export type { JsonEdit } from './json/patch_json.ts'
export { serializeJson } from './json/serialize_json.ts'
export type { LorebookFormat, ReadLorebook } from './lorebooks/lorebook.ts'
export { lorebookIdPath } from './lorebooks/lorebook_id.ts'
export { readLorebook } from './lorebooks/read_lorebook.ts'
export { type ExportFormat, writeLorebook } from './lorebooks/write_lorebook.ts'
