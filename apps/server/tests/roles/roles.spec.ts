import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { test } from '@japa/runner'
import type { ApiDocument } from '#tests/api_document/document'
import { bootApp } from '#tests/support/app'
import type { Client } from '#tests/support/client'
import { accessOf, isPermitted, listedCalls, type Access } from '../../src/access.ts'
import { ask, openRoles, otherRoles, type Person } from './people.ts'
import { lines, roles, type Line, type Role } from './table.ts'
import { thingsOf } from './things.ts'

let cast: Promise<Record<Person, Client>> | null = null

const setUp = async () => {
  const shared = await openRoles()
  cast ??= (async () => {
    const people = await Promise.all(
      [...roles, ...otherRoles].map(async (role) => [role, await shared.createUser(role)])
    )
    return Object.fromEntries(people)
  })()
  return { ...shared, people: await cast }
}

/** An export takes longer the more characters the caller has. Earlier lines create a hundred, so its callers are new. */
const ownCards = '/api/cards/export'

/** Objects of the owner, for calls that change nothing. */
const unchanged = new Map<unknown, Promise<any>>()

const titleOf = ({ method, path, body, expected }: Line) => {
  const inWords = roles.map((role) => `${role} ${expected[role].status}`).join(', ')
  return `${method} ${path}${body ? ` ${body.slice(0, 60)}` : ''}: ${inWords}`
}

/** Returns who may send the call of a line. Addresses without a call of their own are pages. */
const accessOfLine = async ({ method, path }: Line) => {
  const { callOf } = await registered()
  return accessOf(callOf(method, filledIn(path)) ?? anyPage)!
}

/** Whether the right to send a call depends on the role. */
const isForRoles = (access: Access): access is Exclude<Access, 'anyone' | 'user' | 'token'> =>
  access !== 'anyone' && access !== 'user' && access !== 'token'

/** Whether only having a session counts. */
const isSameForAll = ({ user, admin }: Line['expected'], access: Access) =>
  !isForRoles(access) && isDeepStrictEqual(user, admin)

/** Roles that the table doesn't have get what users get, or where they have the right, what admins get. */
const expectedOf = (expected: Line['expected'], access: Access, person: Person) => {
  if (person === 'serverOwner') return expected.admin
  if (person !== 'creator' && person !== 'support' && person !== 'moderator') return expected[person]
  return isForRoles(access) && isPermitted(person, access) ? expected.admin : expected.user
}

test.group('Every call as every role', () => {
  for (const line of lines)
    test(titleOf(line), async ({ assert }) => {
      const { method, path, body, expected, endsSession } = line
      const access = await accessOfLine(line)
      const { rows, createUser, people } = await setUp()
      for (const role of [...roles, ...(isSameForAll(expected, access) ? [] : otherRoles)]) {
        // An owner of nothing is another user.
        if (role === 'owner' && !/\{\w+\}/.test(`${path} ${body}`)) {
          assert.deepEqual(expected.owner, expected.user)
          continue
        }
        const caller = endsSession || path === ownCards ? await createUser(role) : people[role]
        const owner = role === 'owner' ? caller : people.owner
        const changesNothing =
          owner === people.owner && (method === 'GET' || expectedOf(expected, access, role).status >= 400)
        const things = thingsOf({ caller, owner, admin: people.admin, rows }, changesNothing ? unchanged : undefined)
        const filled = await things.fill(path)
        const answer = await ask(caller, method, filled, body && (await things.fill(body)))
        const { status, code } = expectedOf(expected, access, role)
        assert.equal(answer.status, status, `${role}: ${method} ${filled}: ${answer.text.slice(0, 500)}`)
        // Failures are JSON, except for sign-in pages and pages of links in mails.
        const isJson = !answer.isPage || !/^\/api\/(login|password|email|unsubscribe|register\/pending)\b/.test(path)
        if (status >= 400 && isJson) assert.isString(answer.code, `${role}: ${answer.text.slice(0, 500)}`)
        const isRestricted = isForRoles(access)
        const usual = { 401: 'signed_out', ...(isRestricted && { 403: 'admins_only' }) }
        const wanted = code ?? usual[status as keyof typeof usual]
        if (wanted) assert.equal(answer.code, wanted, role)
      }
    })
})

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The route that matches all other addresses. */
const anyPage = 'GET /*'

/** Returns every call of the server, such as `GET /api/chats/:id`. Omits HEAD, which is GET without a body. */
const registered = async () => {
  await bootApp()
  const { default: router } = await import('@adonisjs/core/services/router')
  router.commit()
  const all = Object.values(router.toJSON())
    .flat()
    .flatMap(({ methods, pattern }) => methods.map((method) => `${method} ${pattern}`))
    .filter((call) => !call.startsWith('HEAD '))
  /** Returns the call that the router finds for a request. */
  const callOf = (method: string, path: string): string | null => {
    const found = router.match(path.split('?')[0]!, method, false)
    return found && `${method} ${found.route.pattern}`
  }
  return { all, callOf }
}

const exampleId = '0198c5a6-0000-7000-8000-000000000000'
/** Fills in the placeholders of a path from the table or the documentation. */
const filledIn = (path: string) =>
  path === '{checkout}' ? '/payments/sandbox/checkout' : path.replace('…', 'page').replaceAll(/\{\w+\}/g, exampleId)

/** The only routes that aren't calls. */
const pagesAndFiles = /^\w+ \/(age|docs|payments|pictures|robots|sitemap|\*)/

test.group('The role table', () => {
  test('has exactly the calls of the server', async ({ assert }) => {
    const { all, callOf } = await registered()
    const called = new Set(lines.map(({ method, path }) => callOf(method, filledIn(path))))
    const missing = all.filter((call) => !called.has(call))
    assert.isEmpty(
      missing,
      `These calls are not in the role table. Add a line for each to apps/server/tests/roles/table.ts, with the result for every role:\n${missing.join('\n')}`
    )
    const removed = lines.filter(({ method, path }) => {
      const call = callOf(method, filledIn(path))
      return call === null || (call === anyPage && !['/', '/api/nothing'].includes(path))
    })
    assert.isEmpty(
      removed.map(({ method, path }) => `${method} ${path}`),
      'The server no longer has these calls. Remove their lines from apps/server/tests/roles/table.ts.'
    )
  })

  test('has exactly the calls in the tables of the modules', async ({ assert }) => {
    const { all } = await registered()
    const files = globSync(['modules/*/calls.ts', 'apps/server/src/calls.ts'], { cwd: root })
    const tables = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)))
    const calls = tables.flatMap((table) => Object.values(table)).filter((call) => typeof call === 'string')
    assert.sameMembers(
      calls,
      all.filter((call) => !pagesAndFiles.test(call)),
      'Each call is a line in calls.ts of its module, which routes.ts serves.'
    )
  })

  test('agrees with the access of each call', async ({ assert }) => {
    const { all, callOf } = await registered()
    assert.sameMembers(
      listedCalls.map(([call]) => call),
      all,
      'Each call of the server is in apps/server/src/access.ts. Others are refused.'
    )
    for (const [call, access] of listedCalls) {
      const ofCall = lines.filter(({ method, path }) => callOf(method, filledIn(path)) === call)
      const refuses = ({ status, code }: Line['expected'][Role]) =>
        status === 401 && ['signed_out', 'token_needed'].includes(code ?? 'signed_out')
      const refusesVisitors = ofCall.every(({ expected }) => refuses(expected.out))
      assert.equal(refusesVisitors, access !== 'anyone', call)
      if (isForRoles(access))
        assert.isTrue(
          ofCall.every(({ expected }) => expected.user.status === 403),
          call
        )
    }
  })

  test('has exactly the calls of the OpenAPI document', async ({ assert }) => {
    const { all } = await registered()
    const { paths }: ApiDocument = JSON.parse(readFileSync(join(root, 'apps/server/src/openapi.json'), 'utf8'))
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    )
    assert.sameMembers(
      documented,
      all.filter((call) => !pagesAndFiles.test(call)),
      'Run npm run api.'
    )
  })
})
