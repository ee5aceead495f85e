import type { ControlRoomState } from '#modules/connections/api'
import {
  addConnection,
  changeConnection,
  changeTier,
  deleteConnection,
  exportControlRoom,
  getControlRoom,
  importControlRoom,
  listConnectionModels,
  resetTier,
  testConnection,
} from '#modules/connections/calls'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { useProvenCall } from '#web/lib/reauthentication'
import { useCall } from '#web/lib/use_call'

const roomQuery = () => ({ ...callQuery(getControlRoom), gcTime: 0 })

export const useControlRoom = () => useQuery(roomQuery())

const store = (queryClient: QueryClient, state: ControlRoomState) =>
  queryClient.setQueryData(roomQuery().queryKey, state)

export const useAddConnection = () => useProvenCall(addConnection, store)
export const useChangeConnection = () => useProvenCall(changeConnection, store)
export const useDeleteConnection = () => useProvenCall(deleteConnection, store)
export const useTestConnection = () => useCall(testConnection)
export const useConnectionModels = () => useCall(listConnectionModels)
export const useChangeTier = () => useProvenCall(changeTier, store)
export const useResetTier = () => useProvenCall(resetTier, store)
export const useExportControlRoom = () => useCall(exportControlRoom)
export const useImportControlRoom = () => useProvenCall(importControlRoom, store)
