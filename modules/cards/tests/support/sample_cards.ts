/** Returns a V1 card, which has six fields at the root. */
export const v1Card = () => ({
  name: 'Mira',
  description: 'A lighthouse keeper.',
  personality: 'Calm',
  scenario: 'A storm is coming.',
  first_mes: 'Come in, quickly!',
  mes_example: '<START>\n{{user}}: Hello\n{{char}}: Hello.',
})

const data = () => ({
  ...v1Card(),
  creator_notes: 'Best with a slow pace.',
  system_prompt: '',
  post_history_instructions: '',
  alternate_greetings: ['The lamp is out.'],
  tags: ['sea', 'storm'],
  creator: 'ada',
  character_version: '1.0',
  extensions: { talkativeness: '0.5', ours: { kept: true } },
})

export const v2Card = () => ({ spec: 'chara_card_v2', spec_version: '2.0', data: data() })

export const v3Card = () => ({
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    ...data(),
    group_only_greetings: [],
    assets: [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }],
  },
})

/**
 * JSON of a V3 card with everything that a careless reader changes: numbers beyond 2^53, `1.0`, `-0`, duplicate keys, a lone surrogate,
 * NUL, `__proto__`, unknown fields and unusual white space.
 */
export const awkwardCardText =
  '{\n\t"spec": "chara_card_v3", "spec_version": "3.0",\r\n  "unknown": [1.0, -0, 9007199254740993, 1E+2],\n' +
  '  "__proto__": {"polluted": true},\n  "data": {"name": "Mi\\u0072a", "description": "old", "description": "new",\n' +
  '    "personality": "\\ud800 \\u0000 \\u00e9", "tags": [ ], "extensions": {"__proto__": {"x": 1}, "id": 18446744073709551615},\n' +
  '    "first_mes": "Hi", "unknown": {"deep": [[[{"a": null}]]]}\n  }\n}\n'

/** A YAML card, as text-generation-webui writes it. */
export const yamlCard = 'name: Mira\ngreeting: |-\n  Come in, quickly!\ncontext: |-\n  Mira keeps the lighthouse.\n'

/** A SillyTavern chat of two messages. */
export const chatLines =
  '{"user_name":"Ada","character_name":"Mira","create_date":"2024-07-12@01h31m37s123ms","chat_metadata":{}}\n' +
  '{"name":"Mira","is_user":false,"send_date":"July 12, 2024 1:31am","mes":"Come in!"}\n' +
  '{"name":"Ada","is_user":true,"send_date":"July 12, 2024 1:32am","mes":"Thank you."}\n'
