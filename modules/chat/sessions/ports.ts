/** How often characters speak by themselves in group chats, according to their cards. */
export abstract class Talkativeness {
  /** Returns values from 0 to 1, by the ids of the characters. Characters whose card doesn't set it are missing. */
  abstract of(characterIds: readonly string[]): Promise<Map<string, number>>
}
