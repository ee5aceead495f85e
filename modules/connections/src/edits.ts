import { fail, ok, type Result } from '#modules/kernel/result'
import { connectionLimits, type ConnectionBody, type ControlRoomFile, type TierBody } from '../api.ts'
import type { ControlRoomSettings } from './settings.ts'
import type { RoomEdit, RoomRefusal } from './actions/change_control_room.ts'
import type { StoredConnection, StoredRoom, StoredTier } from './control_room.ts'
import { refusedMessage } from './outbound_transport.ts'
import type { SealedKeys } from './sealed_keys.ts'

type Edited = Result<RoomEdit, RoomRefusal>
type Room = StoredRoom

/** The edits depend on these, too. */
export interface EditParts {
  settings: Pick<ControlRoomSettings, 'providers' | 'tiers'>
  keys: SealedKeys
  /** Whether an address may be asked, as far as its form shows. */
  mayAsk: (address: string) => boolean
}

/** A connection for the audit log and for files, without its key. */
export const withoutKey = ({ id, name, provider, baseUrl, options, isOff }: StoredConnection) => ({
  id,
  name,
  provider,
  baseUrl,
  options,
  isOff,
})
const logged = (row: StoredConnection) => ({ ...withoutKey(row), keyEnd: row.keyEnd })

/** Adds a connection, or changes the one with this id. */
export function saveConnection(id: string, body: ConnectionBody, isNew: boolean, parts: EditParts) {
  return (room: Room): Edited => {
    const current = room.connections.find((row) => row.id === id)
    if (!isNew && !current) return fail({ kind: 'unknown_connection' })
    if (isNew && room.connections.length >= connectionLimits.connectionsMax)
      return fail({ kind: 'too_many_connections' })
    const made = connectionOf(id, body, current, parts)
    if (!made.ok) return made
    const row = made.value
    const connections = current
      ? room.connections.map((each) => (each === current ? row : each))
      : [...room.connections, row]
    const change = { before: current ? logged(current) : null, after: logged(row) }
    return ok({ kind: 'connection_changed', name: row.name, ...change, room: { ...room, connections } })
  }
}

export function removeConnection(id: string) {
  return (room: Room): Edited => {
    const current = room.connections.find((row) => row.id === id)
    if (!current) return fail({ kind: 'unknown_connection' })
    const users = room.tiers.filter(({ links }) => links.some(({ connectionId }) => connectionId === id))
    if (users.length > 0) return fail({ kind: 'in_use', names: users.map(({ name }) => name).join(', ') })
    const connections = room.connections.filter((row) => row !== current)
    const change = { before: logged(current), after: null }
    return ok({ kind: 'connection_changed', name: current.name, ...change, room: { ...room, connections } })
  }
}

/** Stores a tier, or removes its row if `body` is null. */
export function saveTier(tier: string, body: TierBody | null, { settings }: EditParts) {
  return (room: Room): Edited => {
    const configured = settings.tiers.find(({ id }) => id === tier)
    if (!configured) return fail({ kind: 'unknown_tier' })
    const current = room.tiers.find((row) => row.tier === tier)
    const row: StoredTier | null = body && { tier, ...body }
    const tiers = [...room.tiers.filter((each) => each !== current), ...(row ? [row] : [])]
    const change = { before: jsonOf(current), after: jsonOf(row) }
    return ok({
      kind: 'tier_changed',
      name: `${tier}: ${(row ?? configured).name}`,
      ...change,
      room: { ...room, tiers },
    })
  }
}

/** Replaces everything. Keys stay where the id, the provider and the address are the same. */
export function replaceAll(file: ControlRoomFile, parts: EditParts) {
  return (room: Room): Edited => {
    const connections: StoredConnection[] = []
    for (const { id, ...body } of file.connections) {
      const current = room.connections.find((row) => row.id === id)
      const made = connectionOf(id, body, current, parts)
      if (!made.ok) return made
      connections.push(made.value)
    }
    if (file.tiers.some(({ tier }) => !parts.settings.tiers.some(({ id }) => id === tier)))
      return fail({ kind: 'unknown_tier' })
    const after: Room = { connections, tiers: file.tiers }
    const counts = ({ connections, tiers }: Room) => ({
      connections: connections.map(logged),
      tiers: tiers.map((row) => jsonOf(row)),
    })
    return ok({
      kind: 'control_room_imported',
      name: 'all models',
      before: counts(room),
      after: counts(after),
      room: after,
    })
  }
}

function connectionOf(
  id: string,
  { key, ...body }: ConnectionBody,
  current: StoredConnection | undefined,
  { settings, keys, mayAsk }: EditParts
): Result<StoredConnection, RoomRefusal> {
  const invalid = (field: string, message: string) => fail({ kind: 'invalid' as const, field, message })
  const provider = Object.hasOwn(settings.providers, body.provider) ? settings.providers[body.provider] : undefined
  if (!provider) return invalid('provider', 'The server has no such provider.')
  for (const [name, value] of Object.entries(body.options)) {
    const option = provider.form.options.find((each) => each.name === name)
    if (!option?.choices.includes(value)) return invalid('options', 'Choose the options from their lists.')
  }
  const url = URL.parse(body.baseUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    return invalid('baseUrl', 'Enter an address that begins with https:// or http://, without a name or password.')
  if (!mayAsk(body.baseUrl)) return invalid('baseUrl', refusedMessage)
  // A key would otherwise be sent to the owner of the new address.
  const isSame = current !== undefined && current.provider === body.provider && current.baseUrl === body.baseUrl
  const none = { sealedKey: null, keyEnd: null }
  const kept = isSame ? { sealedKey: current.sealedKey, keyEnd: current.keyEnd } : none
  const given = key ? { sealedKey: keys.seal({ id, ...body }, key), keyEnd: key.slice(-4) } : null
  const createdAt = current?.createdAt ?? new Date(0)
  return ok({ id, ...body, ...(given ?? (key === null ? none : kept)), createdAt })
}

const jsonOf = (row: StoredTier | null | undefined) =>
  row
    ? { ...row, links: row.links.map((link) => ({ ...link })), sampling: { ...row.sampling } as Record<string, number> }
    : null
