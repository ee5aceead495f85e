import type { PromptView } from '#modules/chat/api'

const hidden = '[hidden]'

/** Formats a prompt as plain text. Texts that the user may not read are marked as hidden. */
export const promptText = ({ parts, messages, template }: PromptView): string => {
  const system = parts.filter(({ role }) => role === 'system').map(({ text }) => text ?? hidden)
  const said = messages.map(({ role, pieces }) => {
    const texts = pieces.map((piece) => ('part' in piece ? parts[piece.part]?.text : piece.text) ?? hidden)
    return `--- ${role} ---\n${texts.join('\n\n')}`
  })
  const written = template === undefined ? [] : [`--- template ---\n${template}`]
  return [`--- system ---\n${system.join('\n\n')}`, ...said, ...written].join('\n\n')
}
