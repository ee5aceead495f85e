import { isJsonObject, own } from './json_object.ts'

/**
 * Renders Agnai's persona as the text that Agnai sends to models: plain, as attributes, W++, square bracket format or boostyle. Returns
 * null for other values.
 */
export const renderPersona = (name: string, persona: unknown): string | null => {
  if (typeof persona === 'string') return persona
  if (!isJsonObject(persona)) return null
  const attributes = attributesOf(own(persona, 'attributes'))
  switch (own(persona, 'kind')) {
    case 'text':
      return attributes.find(([key]) => key === 'text')?.[1][0] ?? ''
    case 'attributes':
      return [`Name: ${name}`, ...attributes.map(([key, values]) => `${key}: ${values.join(', ')}`)].join('\n')
    case 'wpp':
      return [
        `[character("${name}") {`,
        ...attributes.map(([key, values]) => `${key}(${values.map(quoted).join(' + ')})`),
        '}]',
      ].join('\n')
    case 'sbf':
      return `[ character: "${name}"; ${attributes.map(([key, values]) => `${key}: ${values.map(quoted).join(', ')}`).join('; ')} ]`
    case 'boostyle':
      return [name, ...attributes.flatMap(([, values]) => values)].join(' + ')
    default:
      return null
  }
}

const quoted = (text: string) => `"${text}"`

const attributesOf = (value: unknown): [key: string, values: string[]][] =>
  isJsonObject(value)
    ? Object.entries(value).map(([key, values]) => [key, (Array.isArray(values) ? values : [values]).flatMap(textOf)])
    : []

const textOf = (value: unknown): string[] =>
  typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
