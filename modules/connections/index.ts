/** The public interface of connections for the server and other modules. */

export { ControlRoom, type ControlRoomChange } from './src/control_room.ts'
export { ControlRoomSettings, type ConnectionSettings, type RunningTier } from './src/settings.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }
