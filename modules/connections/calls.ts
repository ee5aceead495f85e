/** The calls of the control room. */
import type { ById, Call } from '#modules/kernel/calls'
import type { ConnectionBody, ConnectionTest, ControlRoomFile, ControlRoomState, TierBody } from './api.ts'

interface OfTier {
  params: { tier: string }
}

/** Connections and tiers as stored, and what the server can connect to. Keys are shown as their last four characters. */
export const getControlRoom: Call<ControlRoomState> = 'GET /api/admin/control-room'
/** All connections and tiers as one file, without keys. */
export const exportControlRoom: Call<ControlRoomFile> = 'GET /api/admin/control-room/file'
/**
 * Replaces all connections and tiers by those of a file. Keys stay with connections of the same id, address and provider. Asks for a recent
 * proof.
 */
export const importControlRoom: Call<ControlRoomState, { body: ControlRoomFile }> = 'PUT /api/admin/control-room/file'
/**
 * Adds a connection. At most 50. Asks for a recent proof.
 * @answers 201
 */
export const addConnection: Call<ControlRoomState, { body: ConnectionBody }> = 'POST /api/admin/connections'
/** Changes a connection. A new address or provider erases the key. Asks for a recent proof. */
export const changeConnection: Call<ControlRoomState, ById & { body: ConnectionBody }> =
  'PUT /api/admin/connections/:id'
/** Deletes a connection that no tier uses. Asks for a recent proof. */
export const deleteConnection: Call<ControlRoomState, ById> = 'DELETE /api/admin/connections/:id'
/** Asks a model for a word. Answers with our own sentence, never with text of the endpoint. At most 60 tests in ten minutes. */
export const testConnection: Call<ConnectionTest, ById & { body: { model: string } }> =
  'POST /api/admin/connections/:id/test'
/** The ids of the endpoint's models, at most 500. Counts as a test. */
export const listConnectionModels: Call<string[], ById> = 'GET /api/admin/connections/:id/models'
/** Changes a tier. Replies under way go on with what they began with. Asks for a recent proof. */
export const changeTier: Call<ControlRoomState, OfTier & { body: TierBody }> = 'PUT /api/admin/tiers/:tier'
/** Puts the configuration of a tier in force again. Asks for a recent proof. */
export const resetTier: Call<ControlRoomState, OfTier> = 'DELETE /api/admin/tiers/:tier'
