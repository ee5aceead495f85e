import { test } from '@japa/runner'
import { publicName, userName } from '../api.ts'

test.group('The name of a user', () => {
  for (const [personaName, username, firstName, forCharacters, forUsers] of [
    ['Captain Reed', 'sam', 'Samuel', 'Captain Reed', 'sam'],
    ['', 'sam', 'Samuel', 'sam', 'sam'],
    [null, null, 'Samuel', 'Samuel', 'Samuel'],
    [null, '', '', 'User', 'User'],
    ['Captain Reed', null, null, 'Captain Reed', 'User'],
  ] as const)
    test(`is ${forCharacters} for characters and ${forUsers} for users`, ({ assert }) => {
      assert.equal(userName({ personaName, username, firstName }), forCharacters)
      assert.equal(publicName({ username, firstName }), forUsers)
    })
})
