import { globSync } from 'node:fs'
import { test } from '@japa/runner'
import { root, textOf } from './sources.ts'

/** Why the text of a picture may be empty: what says the same next to it, or names the control that it is in. */
const silent: Record<string, string> = {
  'components/shared/focus_picker.tsx': 'the field that it is in',
  'components/shared/picture.tsx': 'the name next to it',
  'components/shared/picture_field.tsx': 'the field that it is in',
  'features/accounts/components/user_avatar.tsx': 'the name next to it',
  'features/chat/components/chat_backdrop.tsx': 'nothing: it is behind the chat',
  'features/chat/pictures/attachment_strip.tsx': 'the button that it is in',
  'features/chat/pictures/description_dialog.tsx': 'the field that describes it',
}

test.group('The pictures of the web app', () => {
  test('have a text, except where another one says the same', ({ assert }) => {
    const found: string[] = []
    for (const file of globSync('apps/web/src/**/*.tsx', { cwd: root }))
      for (const [tag] of textOf(file).matchAll(/<img\b[^]*?\/>/g)) {
        assert.match(tag, /\balt=/, file)
        if (/\balt=""/.test(tag)) found.push(file.replace('apps/web/src/', ''))
      }
    assert.deepEqual([...new Set(found)].sort(), Object.keys(silent))
  })
})
