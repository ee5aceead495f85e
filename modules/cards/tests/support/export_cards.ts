/** The lorebook of `hostileCard`, with everything that a JavaScript value can't represent. */
export const hostileBook =
  '{"name": "Coast", "x_rev": 9007199254740993, "extensions": {"__proto__": {"a": 1.0}},\n' +
  '      "entries": [ {"id": "0", "keys": ["lamp"], "content": "@@depth 4\\nIt is o\\u006cd.", "extensions": {"n": -0}, ' +
  '"enabled": true, "insertion_order": 10.0, "use_regex": false, "x": [1E2]} ]}'

/**
 * A V3 card with everything that a careless writer changes: unknown fields, duplicate keys, 64-bit numbers, lone surrogates, NUL,
 * `__proto__`, `1.0`, `-0`, escapes, old copies at the root, and unusual white space.
 */
export const hostileCard =
  '{\r\n\t"spec": "chara_card_v3",  "spec_version": "3.0", "name": "an old copy", "fav": 1.0,\n' +
  '  "__proto__": {"polluted": -0}, "create_date": 18446744073709551615,\n' +
  '  "data": { "description": "a stale secret", "name": "Mira", "description": "Mira tends the lamp.",\n' +
  '    "personality": "Dry, pat\\u0069ent.", "scenario": "A storm.", "first_mes": "Hold this.",\n' +
  '    "mes_example": "<START>\\n{{char}}: Always. \\ud83c\\udf90", "creator_notes": "A keeper of lamps.",\n' +
  '    "system_prompt": "Stay calm. {{original}}", "post_history_instructions": "Short.",\n' +
  '    "alternate_greetings": ["The light is out.", "You \\ud800 again \\u0000.", "Come in."],\n' +
  '    "group_only_greetings": [ ], "tags": ["sea", "Romance"], "creator": "Ana", "character_version": "1.0",\n' +
  '    "extensions": {"id": 9007199254740993, "deep": [[[{"a": null, "a": 1.50}]]], "__proto__": {"x": 1}},\n' +
  '    "assets": [ {"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"},\n' +
  '      {"type": "x_sound", "uri": "https://files.example.test/a.mp3", "name": "a", "ext": "mp3"} ],\n' +
  `    "character_book": ${hostileBook},\n` +
  '    "x_unknown": {"b": [ ], "a": true}\n  }\n}\n'
