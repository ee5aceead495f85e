/** Wire shapes, paths and limits of chat. Runs in a browser. */
import { pathSegment } from '#modules/kernel/path_segment'
import { paths as realtime } from '#modules/realtime/api'

export { uuidPattern as idShape } from '#modules/kernel/path_segment'
export { isBlankMessage } from '#modules/kernel/macros'
export { zoneOrUtc } from '#modules/kernel/time_zone'
export { samplingPresets } from '#plugins/contract/sampling'
export { limits } from './limits.ts'
export * from './prompts/api.ts'
export * from './replies/api.ts'
export * from './sessions/api.ts'
export * from './files/api.ts'

export const paths = {
  models: '/api/models',
  chats: '/api/chats',
  chat: (characterId: string) => `/api/chats/${pathSegment(characterId)}`,
  deleteChat: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}`,
  stream: (characterId: string) => `/api/chats/${pathSegment(characterId)}/stream`,
  stop: (characterId: string) => `/api/chats/${pathSegment(characterId)}/stop`,
  reroll: (characterId: string) => `/api/chats/${pathSegment(characterId)}/reroll`,
  continue: (characterId: string) => `/api/chats/${pathSegment(characterId)}/continue`,
  impersonate: (characterId: string) => `/api/chats/${pathSegment(characterId)}/impersonate`,
  alternate: (messageId: string) => `/api/messages/${pathSegment(messageId)}/alternate`,
  message: (messageId: string) => `/api/messages/${pathSegment(messageId)}`,
  hideMessage: (messageId: string) => `/api/messages/${pathSegment(messageId)}/hidden`,
  restoreMessage: (messageId: string) => `/api/messages/${pathSegment(messageId)}/restore`,
  title: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/title`,
  pins: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/pins`,
  settings: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/settings`,
  branches: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/branches`,
  rewind: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/rewind`,
  undoRewind: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/rewind/undo`,
  summary: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/summary`,
  fact: (sessionId: string, factId: string) => `/api/chats/${pathSegment(sessionId)}/facts/${pathSegment(factId)}`,
  modelChange: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/model-change`,
  version: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/version`,
  context: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/context`,
  answerDetails: (messageId: string) => `/api/messages/${pathSegment(messageId)}/details`,
  prompt: (messageId: string) => `/api/messages/${pathSegment(messageId)}/prompt`,
  export: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/export`,
  book: (sessionId: string) => `/api/chats/${pathSegment(sessionId)}/book`,
  groups: '/api/group-chats',
  group: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}`,
  groupStream: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/stream`,
  groupTalk: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/talk`,
  groupStop: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/stop`,
  groupReroll: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/reroll`,
  groupImpersonate: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/impersonate`,
  groupContinue: (sessionId: string) => `/api/group-chats/${pathSegment(sessionId)}/continue`,
  events: realtime.events,
  demo: '/api/demo',
  demoStream: '/api/demo/stream',
  adoptDemo: '/api/demo/adopt',
} as const
