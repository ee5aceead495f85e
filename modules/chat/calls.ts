/** The calls of chats. Those that begin or follow a reply answer with its event stream. */

import type { ById, Call, Done, Page } from '#modules/kernel/calls'
import type {
  AdoptedDemo,
  AnswerDetails,
  AnswerExpression,
  AnswerPrompt,
  ChatCharacterVersion,
  ChatContext,
  ChatData,
  ChatFolder,
  ChatExpressions,
  ChatListItem,
  ChatPlace,
  ChatSearchPage,
  ChatScripts,
  ChatPicture,
  ChatSession,
  ChatSettings,
  ChatSummary,
  ChatSummaryChange,
  ChatVersionDifference,
  Demo,
  DemoBody,
  ExportFormat,
  FactAnswer,
  GroupChatData,
  GroupMode,
  HelpLines,
  ImpersonateBody,
  LastChat,
  Message,
  ModelChangeBody,
  ModelTier,
  MomentBody,
  PinInput,
  ProposedMoment,
  RerollBody,
  RewoundChat,
  SendMessageBody,
} from './api.ts'

/** The query of a page of messages. */
export type WhichMessages = {
  session?: string
  new?: true
  end?: true
  before?: string
  after?: string
  around?: string
}
export type ChatSearch = {
  q: string
  characterId?: string
  sessionId?: string
  from?: string
  to?: string
  zone?: string
  cursor?: string
}
/** Leaves out archived chats, except when searching. */
export type ListedChats = Page & {
  /** A part of a title or of the name of a character. */
  q?: string
  characterId?: string
  /** Only archived chats. */
  archived?: true
  folderId?: string
  zone?: string
}
interface InSession {
  query: { session: string }
}
/** In a group chat, the version of one of its characters. */
interface OfVersion extends ById {
  query?: { characterId?: string }
}

/**
 * The tiers of models that the caller can choose from, by cost. `outputTokens` of the `contextTokens` are reserved for the reply. `takes`: the sampling parameters that are offered.
 * `thinks`: it is set to reason. `isDemo`: the built-in writer answers. `trouble`: the model keeps failing.
 */
export const listModels: Call<ModelTier[]> = 'GET /api/models'
/**
 * Helplines for people in a crisis. The first `country` is the reader's, if the proxy names it. That of a line is null for an international
 * directory, `phone` may be null.
 */
export const listHelpLines: Call<HelpLines> = 'GET /api/help-lines'

// A chat by the id of its character.
/**
 * A chat with its character, and a page of at most 200 messages, by the id of the character. `session` chooses one of its chats, `new` begins another. The messages are the newest, or those `before`, `after` or `around` a message, or with `end` the last 20 at most, fewer if they are long.
 */
export const getChat: Call<ChatData, ById & { query?: WhichMessages }> = 'GET /api/chats/:id'
/**
 * Sends a message and streams the reply, by the id of the character. See [The reply stream](#the-reply-stream).
 * @answers 200 text/event-stream
 */
export const sendMessage: Call<never, ById & { body: SendMessageBody }> = 'POST /api/chats/:id/stream'
/**
 * The running reply from its beginning, or 204 without one.
 * @answers 200 text/event-stream
 * @answers 204
 */
export const followReply: Call<never, ById & InSession> = 'GET /api/chats/:id/stream'
/** Stops the running reply, whose text so far is kept. */
export const stopReply: Call<{ message: Message | null }, ById & { body: { sessionId: string } }> =
  'POST /api/chats/:id/stop'
/**
 * Streams another answer to the same message. See [Rerolls, continuations and edits](#rerolls-continuations-and-edits).
 * @answers 200 text/event-stream
 */
export const reroll: Call<never, ById & { body: RerollBody }> = 'POST /api/chats/:id/reroll'
/**
 * Streams the continuation of the last answer. See [Rerolls, continuations and edits](#rerolls-continuations-and-edits).
 * @answers 200 text/event-stream
 */
export const continueReply: Call<never, ById & { body: RerollBody }> = 'POST /api/chats/:id/continue'
/**
 * Writes the caller's next message as a draft. See [Lines for the user](#lines-for-the-user).
 * @answers 200 text/event-stream
 */
export const impersonate: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/chats/:id/impersonate'
/**
 * Writes three messages that the caller could send next. See [Suggestions](#suggestions).
 * @answers 200 text/event-stream
 */
export const suggest: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/chats/:id/suggest'

// A chat by the id of its session.
/**
 * Chats with a message of the user, those with `isKept` first. `q` (title or character name), `characterId`, `folderId`, `limit`, `cursor`,
 * `zone`. Archived ones with `archived=true` or `q` only.
 */
export const listChats: Call<ChatListItem[], { query: ListedChats }> = 'GET /api/chats'
/**
 * The caller's newest chat that isn't archived. Null without one, and if
 * its last message can’t be shown or the caller hides a character, creator or tag of it.
 */
export const getLastChat: Call<LastChat, { query: { zone?: string } }> = 'GET /api/chats/last'
/** Searches the messages of the caller's chats, newest first. See [Searching messages](#searching-messages). */
export const searchChats: Call<ChatSearchPage, { query: ChatSearch }> = 'GET /api/chats/search'
/** Deletes a chat. Stops a running reply, which is charged if text was shown. */
export const deleteChat: Call<Done, ById> = 'DELETE /api/chats/:id'
/** Gives a chat a title of at most 120 characters. Blank or null removes it. */
export const renameChat: Call<ChatSession, ById & { body: { title: string } }> = 'PUT /api/chats/:id/title'
/**
 * Keeps a chat on top of the lists, archives it until its next message, or puts it into a folder. `folderId` is a folder of the caller, otherwise 404, or null for none. Absent keys stay.
 */
export const placeChat: Call<Done, ById & { body: ChatPlace }> = 'PUT /api/chats/:id/place'
/**
 * Sets the facts for every prompt of a chat: at most 20 of 500 characters. Blanks are dropped. One with a `depth` from 0 to 100 stands before
 * that many messages, see `pinDepths`.
 */
export const pinFacts: Call<ChatSession, ById & { body: { pins: PinInput[] } }> = 'PUT /api/chats/:id/pins'
/** The settings of a chat. See [Settings of a chat](#settings-of-a-chat). */
export const getChatSettings: Call<ChatSettings, ById> = 'GET /api/chats/:id/settings'
/** Changes the settings of a chat. Absent keys stay, null resets. See [Settings of a chat](#settings-of-a-chat). */
export const changeChatSettings: Call<ChatSettings, ById & { body: Partial<ChatSettings> }> =
  'PUT /api/chats/:id/settings'
/** The regex scripts of the chat's characters, of the versions that the chat uses. See [Settings of a chat](#settings-of-a-chat). */
export const getChatScripts: Call<ChatScripts, ById> = 'GET /api/chats/:id/scripts'
/**
 * Copies a chat up to a message, for free. See [Branches](#branches).
 * @answers 201
 */
export const branchChat: Call<ChatSession, ById & { body: { messageId: string } }> = 'POST /api/chats/:id/branches'
/** Deletes all messages after a message, as a deletion of each does. Null and 0 if there are none. */
export const rewindChat: Call<RewoundChat, ById & { body: { messageId: string } }> = 'POST /api/chats/:id/rewind'
/** Restores the messages of a rewind, for 30 minutes, then 404. */
export const undoRewind: Call<
  Pick<RewoundChat, 'count'>,
  ById & { body: { messageId: string; rewindId: string } }
> = 'POST /api/chats/:id/rewind/undo'
/** The expressions of the chat's characters, and the labels of its newest answers. See [Expressions](#expressions). */
export const getExpressions: Call<ChatExpressions, ById> = 'GET /api/chats/:id/expressions'
/** The summary of what happened before the messages in the prompt. See [Summaries](#summaries). */
export const getSummary: Call<ChatSummary, ById> = 'GET /api/chats/:id/summary'
/** Replaces the summary by own words of at most 8,000 characters, or by an earlier version. A blank or null text removes it. Absent keys stay. */
export const changeSummary: Call<ChatSummary, ById & { body: ChatSummaryChange }> = 'PUT /api/chats/:id/summary'
/**
 * Writes the summary anew. 409 `nothing_to_summarize` while the whole chat fits, `summary_off`. 429 when the free summaries of the day are
 * used up. Counts as a view of the context.
 * @answers 202
 */
export const regenerateSummary: Call<ChatSummary, ById & { body: { model?: string; zone?: string } }> =
  'POST /api/chats/:id/summary'
/**
 * Makes a proposed fact a pin, or never proposes it again: `accept` or `dismiss`. 409
 * `too_many_pins`.
 */
export const answerFact: Call<ChatSummary, { params: { id: string; factId: string }; body: FactAnswer }> =
  'POST /api/chats/:id/facts/:factId'
/** Remembers that the user has seen [a change of the model](#changes-of-models), and whether they agreed to continue. */
export const noteModelChange: Call<Done, ById & { body: ModelChangeBody }> = 'PUT /api/chats/:id/model-change'
/** The changes in the character since this chat's version. See [Versions](#versions). Of a group chat with `?characterId=`. */
export const compareVersion: Call<ChatVersionDifference, OfVersion> = 'GET /api/chats/:id/version'
/** Updates a chat to the newest version of its character, from the next reply on. Of a group chat with `?characterId=`. */
export const updateVersion: Call<ChatCharacterVersion, OfVersion> = 'POST /api/chats/:id/version'
/**
 * The next prompt of a chat: parts and messages with their tokens. 60 a minute. `cut` lists shortened texts. `full=1` adds the texts as
 * `prompt`. Of a group, for `speakerId` or the character who would go on.
 */
export const getContext: Call<
  ChatContext,
  ById & { query: { model: string; speakerId?: string; zone?: string; full?: '1' } }
> = 'GET /api/chats/:id/context'
/**
 * A chat as a file. `markdown` (default), `jsonl`, `epub` or `sillytavern`. See [Rerolls, continuations and
 * edits](#rerolls-continuations-and-edits).
 * @answers 200 text/markdown
 * @answers 200 application/jsonl
 * @answers 200 application/epub+zip
 */
export const exportChat: Call<never, ById & { query: { format: ExportFormat; zone?: string } }> =
  'GET /api/chats/:id/export'
/**
 * A chat as a book, to read and print. See [Rerolls, continuations and edits](#rerolls-continuations-and-edits).
 * @answers 200 text/html
 */
export const showBook: Call<never, ById & { query: { zone?: string } }> = 'GET /api/chats/:id/book'

/** The caller's folders by name. */
export const listFolders: Call<ChatFolder[]> = 'GET /api/chat-folders'
/**
 * Makes a folder for chats. At most 40 characters, no two alike (422), at most 100 (409 `too_many_folders`).
 * @answers 201
 */
export const createFolder: Call<ChatFolder, { body: { name: string } }> = 'POST /api/chat-folders'
/** Renames a folder. */
export const renameFolder: Call<ChatFolder, ById & { body: { name: string } }> = 'PUT /api/chat-folders/:id'
/** Deletes a folder, whose chats stay. */
export const deleteFolder: Call<Done, ById> = 'DELETE /api/chat-folders/:id'
/**
 * Adds a picture that the next message can show. `multipart/form-data` with one picture in `file`, as for [uploads](#uploading-pictures). Kept
 * for a day until a message shows it. 409 `too_many_pictures` over 500 in a chat.
 * @answers 201
 * @accepts multipart/form-data file
 */
export const uploadChatPicture: Call<ChatPicture, ById & { body: FormData }> = 'POST /api/uploads/chats/:id'
/**
 * The pictures of a chat, oldest first: those that the caller has shown, and those drawn of answers. See [Pictures in
 * chats](#pictures-in-chats).
 */
export const listChatPictures: Call<ChatPicture[], ById> = 'GET /api/chats/:id/pictures'
/**
 * Changes the description of a picture, or makes it the background of its chat. At most 1,000 characters. A chat has one background at most.
 */
export const changeChatPicture: Call<ChatPicture, ById & { body: { alt?: string; isBackground?: boolean } }> =
  'PUT /api/chat-pictures/:id'
/**
 * Puts a copy of a picture that the user had drawn, by its address, behind a chat. It stays private. Refused as uploads are.
 * @answers 201
 */
export const drawnBackground: Call<ChatPicture, ById & { body: { url: string } }> = 'POST /api/chats/:id/background'
/** Lets the model of the summaries describe a picture. 409 `sees_nothing`, 429 when the day's free calls are used up, 503 `not_described`. */
export const describeChatPicture: Call<ChatPicture, ById> = 'POST /api/chat-pictures/:id/description'
/** Proposes a prompt for a picture of an answer, from texts that the caller may read. */
export const proposeMoment: Call<ProposedMoment, ById & { body: { zone?: string } }> = 'POST /api/messages/:id/moment'
/**
 * Draws a picture of an answer. Refused as [pictures](#generating-pictures) are.
 * @answers 201
 */
export const drawMoment: Call<ChatPicture, ById & { body: MomentBody }> = 'POST /api/messages/:id/pictures'
/** Deletes a picture of a chat, or ends its drawing, which then costs nothing. */
export const deleteChatPicture: Call<Done, ById> = 'DELETE /api/chat-pictures/:id'
/**
 * Copies a picture to the caller's public ones, for a character or a persona.
 * @answers 201
 */
export const publishChatPicture: Call<{ url: string }, ById> = 'POST /api/chat-pictures/:id/copy'

/**
 * Begins a chat with two to eight characters, in the order of their turns. See [Group chats](#group-chats).
 * @answers 201
 */
export const createGroup: Call<GroupChatData, { body: { characterIds: string[]; title: string | null } }> =
  'POST /api/group-chats'
/** A group chat with a page of messages, as in `GET /api/chats/{id}`. */
export const getGroup: Call<GroupChatData, ById & { query?: WhichMessages }> = 'GET /api/group-chats/:id'
/**
 * Changes the members of a group chat, and how they take turns. `mode` is `natural`, `in_turn` or `manual`. `muted`: the ids of the characters that
 * don't speak by themselves. `talkativeness`: from 0 to 1 by id.
 */
export const changeGroup: Call<Done, ById & { body: GroupChange }> = 'PUT /api/group-chats/:id'
/**
 * Sends a message to a group chat and streams the reply. Without `content`, the next character goes on. See [Group chats](#group-chats).
 * @answers 200 text/event-stream
 */
export const sendToGroup: Call<never, ById & { body: GroupMessageBody }> = 'POST /api/group-chats/:id/stream'
/**
 * The running reply of a group chat from its beginning, or 204 without one.
 * @answers 200 text/event-stream
 * @answers 204
 */
export const followGroup: Call<never, ById & InSession> = 'GET /api/group-chats/:id/stream'
/**
 * Lets the characters talk for up to ten turns. Streams the first reply. See [Group chats](#group-chats).
 * @answers 200 text/event-stream
 */
export const startTalk: Call<never, ById & { body: TalkBody }> = 'POST /api/group-chats/:id/talk'
/** Ends a talk after the running turn. */
export const endTalk: Call<Done, ById> = 'DELETE /api/group-chats/:id/talk'
/** Stops the running reply of a group chat and its talk. */
export const stopGroup: Call<{ message: Message | null }, ById & { body: { sessionId: string } }> =
  'POST /api/group-chats/:id/stop'
/**
 * Streams another answer by the same character. It answers all messages before it.
 * @answers 200 text/event-stream
 */
export const rerollInGroup: Call<never, ById & { body: RerollBody }> = 'POST /api/group-chats/:id/reroll'
/**
 * Writes the caller's next message in a group chat as a draft, as told by the prompt of the last speaker. See [Lines for the
 * user](#lines-for-the-user).
 * @answers 200 text/event-stream
 */
export const impersonateInGroup: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/group-chats/:id/impersonate'
/**
 * Writes three messages that the caller could send next in a group chat.
 * @answers 200 text/event-stream
 */
export const suggestInGroup: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/group-chats/:id/suggest'
/**
 * Streams the continuation of the last answer in a group chat.
 * @answers 200 text/event-stream
 */
export const continueInGroup: Call<never, ById & { body: RerollBody }> = 'POST /api/group-chats/:id/continue'

export interface GroupChange {
  mode?: GroupMode
  /** The members from now on, in the order of their turns. */
  characterIds?: string[]
  muted?: string[]
  talkativeness?: Record<string, number>
}

/** Without content, a character replies without a user message. */
interface GroupMessageBody extends Omit<SendMessageBody, 'content'> {
  content?: string
  /** The character that replies. With null, the group's mode chooses it. */
  speakerId?: string | null
}

interface TalkBody {
  turns: number
  model: string
  clientMessageId: string
  zone?: string
}

/** Changes the caller's message or the selected answer. 422 if blank or too long. */
export const editMessage: Call<Message, ById & { body: { content: string } }> = 'PUT /api/messages/:id'
/** Deletes a message. Later messages stay. Prompts and screens omit it. */
export const deleteMessage: Call<Done, ById> = 'DELETE /api/messages/:id'
/** Selects an answer, from 0. 422 for an invalid index. */
export const chooseAlternate: Call<Message, ById & { body: { index: number } }> = 'PUT /api/messages/:id/alternate'
/** Labels an answer by its words, unless it has a label. 409 `no_expressions`. See [Expressions](#expressions). */
export const labelAnswer: Call<AnswerExpression, ById & { body: { answerId?: string } }> =
  'POST /api/messages/:id/expression'
/** Chooses the expression of an answer. 422 for a name that the character’s expressions don’t have. */
export const chooseExpression: Call<AnswerExpression, ById & { body: { answerId?: string; label: string } }> =
  'PUT /api/messages/:id/expression'
/** Hides a message from prompts, or shows it to them again. It stays on the screen and in exports. The second time changes nothing. */
export const hideMessage: Call<Message, ById & { body: { isHidden: boolean } }> = 'PUT /api/messages/:id/hidden'
/** Restores a deleted message in place, for 30 minutes, then 404. */
export const restoreMessage: Call<Message, ById> = 'POST /api/messages/:id/restore'
/** The model, provider, tokens, time and price of an answer, as stored. `?answerId=` chooses another answer. */
export const getAnswerDetails: Call<AnswerDetails, ById & { query?: { answerId?: string } }> =
  'GET /api/messages/:id/details'
/**
 * The prompt of an answer. `?answerId=` and `?replyId=` choose another answer, or an earlier reply of a continued one. 404 `not_kept` after
 * `PROMPTS_KEPT_DAYS`. Hidden texts and counts with them are null.
 */
export const getAnswerPrompt: Call<AnswerPrompt, ById & { query?: { answerId?: string; replyId?: string } }> =
  'GET /api/messages/:id/prompt'

/** The characters that answer visitors, empty if the demo is off. See [The demo](#the-demo). */
export const getDemo: Call<Demo> = 'GET /api/demo'
/**
 * Sends a visitor's message and streams [the reply](#the-demo). 404 for other characters, and if the demo is off. 429 `demo_used_up` with
 * `Retry-After`. 409 `demo_over`. 422 `transcript_expired`.
 * @answers 200 text/event-stream
 */
export const sendToDemo: Call<never, { body: DemoBody }> = 'POST /api/demo/stream'
/** Makes a demo chat a chat of the user's new account, at no cost. 403 `known_account`. 409 `already_adopted`. 422 `transcript_expired`. */
export const adoptDemo: Call<AdoptedDemo, { body: { transcript: string } }> = 'POST /api/demo/adopt'
