/** The calls of chats. Those that begin or follow a reply answer with its event stream. */

import type { ById, Call, Done } from '#modules/kernel/calls'
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
export type ListedChats = {
  limit?: number
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

export const listModels: Call<ModelTier[]> = 'GET /api/models'
export const listHelpLines: Call<HelpLines> = 'GET /api/help-lines'

// A chat by the id of its character.
export const getChat: Call<ChatData, ById & { query?: WhichMessages }> = 'GET /api/chats/:id'
export const sendMessage: Call<never, ById & { body: SendMessageBody }> = 'POST /api/chats/:id/stream'
export const followReply: Call<never, ById & InSession> = 'GET /api/chats/:id/stream'
export const stopReply: Call<{ message: Message | null }, ById & { body: { sessionId: string } }> =
  'POST /api/chats/:id/stop'
export const reroll: Call<never, ById & { body: RerollBody }> = 'POST /api/chats/:id/reroll'
export const continueReply: Call<never, ById & { body: RerollBody }> = 'POST /api/chats/:id/continue'
export const impersonate: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/chats/:id/impersonate'
/** Writes three messages that the user could send next. */
export const suggest: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/chats/:id/suggest'

// A chat by the id of its session.
export const listChats: Call<ChatListItem[], { query: ListedChats }> = 'GET /api/chats'
export const getLastChat: Call<LastChat, { query: { zone?: string } }> = 'GET /api/chats/last'
/** Searches the messages of all chats, or of one. `from` and `to` are days in the zone. */
export const searchChats: Call<ChatSearchPage, { query: ChatSearch }> = 'GET /api/chats/search'
export const deleteChat: Call<Done, ById> = 'DELETE /api/chats/:id'
export const renameChat: Call<ChatSession, ById & { body: { title: string } }> = 'PUT /api/chats/:id/title'
/** Keeps a chat on top, archives it, or puts it into a folder. */
export const placeChat: Call<Done, ById & { body: ChatPlace }> = 'PUT /api/chats/:id/place'
export const pinFacts: Call<ChatSession, ById & { body: { pins: PinInput[] } }> = 'PUT /api/chats/:id/pins'
export const getChatSettings: Call<ChatSettings, ById> = 'GET /api/chats/:id/settings'
export const changeChatSettings: Call<ChatSettings, ById & { body: Partial<ChatSettings> }> =
  'PUT /api/chats/:id/settings'
export const getChatScripts: Call<ChatScripts, ById> = 'GET /api/chats/:id/scripts'
/** Copies the chat up to a message. */
export const branchChat: Call<ChatSession, ById & { body: { messageId: string } }> = 'POST /api/chats/:id/branches'
/** Deletes the messages after a message. */
export const rewindChat: Call<RewoundChat, ById & { body: { messageId: string } }> = 'POST /api/chats/:id/rewind'
/** Works for half an hour. */
export const undoRewind: Call<
  Pick<RewoundChat, 'count'>,
  ById & { body: { messageId: string; rewindId: string } }
> = 'POST /api/chats/:id/rewind/undo'
export const getExpressions: Call<ChatExpressions, ById> = 'GET /api/chats/:id/expressions'
export const getSummary: Call<ChatSummary, ById> = 'GET /api/chats/:id/summary'
export const changeSummary: Call<ChatSummary, ById & { body: ChatSummaryChange }> = 'PUT /api/chats/:id/summary'
export const regenerateSummary: Call<ChatSummary, ById & { body: { model?: string; zone?: string } }> =
  'POST /api/chats/:id/summary'
export const answerFact: Call<ChatSummary, { params: { id: string; factId: string }; body: FactAnswer }> =
  'POST /api/chats/:id/facts/:factId'
/** Remembers that the user has seen a change of the model, or has agreed to continue with it. */
export const noteModelChange: Call<Done, ById & { body: ModelChangeBody }> = 'PUT /api/chats/:id/model-change'
/** The changes that an update to the newest version of the character would make. */
export const compareVersion: Call<ChatVersionDifference, OfVersion> = 'GET /api/chats/:id/version'
/** Safe to repeat. */
export const updateVersion: Call<ChatCharacterVersion, OfVersion> = 'POST /api/chats/:id/version'
export const getContext: Call<ChatContext, ById & { query: { model: string; zone?: string; full?: '1' } }> =
  'GET /api/chats/:id/context'
/** A download. */
export const exportChat: Call<never, ById & { query: { format: ExportFormat; zone?: string } }> =
  'GET /api/chats/:id/export'
/** A page. */
export const showBook: Call<never, ById & { query: { zone?: string } }> = 'GET /api/chats/:id/book'

export const listFolders: Call<ChatFolder[]> = 'GET /api/chat-folders'
export const createFolder: Call<ChatFolder, { body: { name: string } }> = 'POST /api/chat-folders'
export const renameFolder: Call<ChatFolder, ById & { body: { name: string } }> = 'PUT /api/chat-folders/:id'
/** Its chats stay. */
export const deleteFolder: Call<Done, ById> = 'DELETE /api/chat-folders/:id'
/** Adds a picture that the next message can show. */
export const uploadChatPicture: Call<ChatPicture, ById & { body: FormData }> = 'POST /api/uploads/chats/:id'
export const listChatPictures: Call<ChatPicture[], ById> = 'GET /api/chats/:id/pictures'
/** Changes the description of a picture, or makes it the background of its chat. Absent keys are left as they are. */
export const changeChatPicture: Call<ChatPicture, ById & { body: { alt?: string; isBackground?: boolean } }> =
  'PUT /api/chat-pictures/:id'
/** Puts a copy of a picture that the user had drawn, by its address, behind a chat. It stays private. Refused as uploads are. */
export const drawnBackground: Call<ChatPicture, ById & { body: { url: string } }> = 'POST /api/chats/:id/background'
/** Lets the model of the summaries describe a picture. */
export const describeChatPicture: Call<ChatPicture, ById> = 'POST /api/chat-pictures/:id/description'
/** Proposes a prompt for a picture of an answer. */
export const proposeMoment: Call<ProposedMoment, ById & { body: { zone?: string } }> = 'POST /api/messages/:id/moment'
/** Draws a picture of an answer. It is ready when its state says so. */
export const drawMoment: Call<ChatPicture, ById & { body: MomentBody }> = 'POST /api/messages/:id/pictures'
/** Also stops a drawing, which then costs nothing. */
export const deleteChatPicture: Call<Done, ById> = 'DELETE /api/chat-pictures/:id'
/** Copies a picture to the user's public ones, and returns its address. */
export const publishChatPicture: Call<{ url: string }, ById> = 'POST /api/chat-pictures/:id/copy'

export const createGroup: Call<GroupChatData, { body: { characterIds: string[]; title: string | null } }> =
  'POST /api/group-chats'
export const getGroup: Call<ChatData, ById & { query?: WhichMessages }> = 'GET /api/group-chats/:id'
export const changeGroup: Call<Done, ById & { body: GroupChange }> = 'PUT /api/group-chats/:id'
export const sendToGroup: Call<never, ById & { body: GroupMessageBody }> = 'POST /api/group-chats/:id/stream'
export const followGroup: Call<never, ById & InSession> = 'GET /api/group-chats/:id/stream'
/** Lets the characters talk for some turns. */
export const startTalk: Call<never, ById & { body: TalkBody }> = 'POST /api/group-chats/:id/talk'
/** Ends a talk after the running turn. */
export const endTalk: Call<Done, ById> = 'DELETE /api/group-chats/:id/talk'
export const stopGroup: Call<{ message: Message | null }, ById & { body: { sessionId: string } }> =
  'POST /api/group-chats/:id/stop'
export const rerollInGroup: Call<never, ById & { body: RerollBody }> = 'POST /api/group-chats/:id/reroll'
export const impersonateInGroup: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/group-chats/:id/impersonate'
export const suggestInGroup: Call<never, ById & { body: ImpersonateBody }> = 'POST /api/group-chats/:id/suggest'
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

export const editMessage: Call<Message, ById & { body: { content: string } }> = 'PUT /api/messages/:id'
/** `restoreMessage` can undo it for half an hour. */
export const deleteMessage: Call<Done, ById> = 'DELETE /api/messages/:id'
export const chooseAlternate: Call<Message, ById & { body: { index: number } }> = 'PUT /api/messages/:id/alternate'
/** Labels an answer by its words, unless it has a label. The model may choose a better one soon afterwards. */
export const labelAnswer: Call<AnswerExpression, ById & { body: { answerId?: string } }> =
  'POST /api/messages/:id/expression'
export const chooseExpression: Call<AnswerExpression, ById & { body: { answerId?: string; label: string } }> =
  'PUT /api/messages/:id/expression'
/** Hides a message from prompts, or shows it to them again. */
export const hideMessage: Call<Message, ById & { body: { isHidden: boolean } }> = 'PUT /api/messages/:id/hidden'
export const restoreMessage: Call<Message, ById> = 'POST /api/messages/:id/restore'
export const getAnswerDetails: Call<AnswerDetails, ById & { query?: { answerId?: string } }> =
  'GET /api/messages/:id/details'
export const getAnswerPrompt: Call<AnswerPrompt, ById & { query?: { answerId?: string; replyId?: string } }> =
  'GET /api/messages/:id/prompt'

/** The characters that answer visitors. */
export const getDemo: Call<Demo> = 'GET /api/demo'
export const sendToDemo: Call<never, { body: DemoBody }> = 'POST /api/demo/stream'
/** Makes a demo chat a chat of the user's new account. The same transcript again gives the same chat. */
export const adoptDemo: Call<AdoptedDemo, { body: { transcript: string } }> = 'POST /api/demo/adopt'
