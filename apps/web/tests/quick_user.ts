import userEvent, { type Options, type UserEvent } from '@testing-library/user-event'

/** A run of keys like `{Enter}`, or plain text. `{{` is a brace. */
const parts = /(?<keys>(?:\{[^{][^}]*\})+)|(?<text>(?:\{\{|[^{])+)/g

/** Returns a user whose `type` pastes texts, because each key renders the whole app. `keyboard` presses each key. */
export const quickUser = (options?: Options): UserEvent => {
  const user = userEvent.setup(options)
  return Object.assign(user, {
    type: async (element: Element, typed: string) => {
      await user.click(element)
      for (const { groups } of typed.matchAll(parts)) {
        const { keys, text = '' } = groups!
        if (keys) await user.keyboard(keys)
        else await user.paste(text.replaceAll('{{', '{'))
      }
    },
  })
}
