import { paths } from '#modules/chat/api'

/** The id of a character, or the id of a group chat. */
export type ChatTarget = string | { groupId: string }

/** Returns the API paths of a chat with one character or of a group chat. */
export const chatPaths = (place: ChatTarget) =>
  typeof place === 'string'
    ? {
        chat: paths.chat(place),
        stream: paths.stream(place),
        stop: paths.stop(place),
        reroll: paths.reroll(place),
        continue: paths.continue(place),
        impersonate: paths.impersonate(place),
      }
    : {
        chat: paths.group(place.groupId),
        stream: paths.groupStream(place.groupId),
        stop: paths.groupStop(place.groupId),
        reroll: paths.groupReroll(place.groupId),
        continue: paths.groupContinue(place.groupId),
        impersonate: paths.groupImpersonate(place.groupId),
      }
