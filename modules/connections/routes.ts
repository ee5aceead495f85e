import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const ControlRoom = () => import('./src/http/control_room_controller.ts')
const Connections = () => import('./src/http/connections_controller.ts')
const Tiers = () => import('./src/http/tiers_controller.ts')

serve(calls.getControlRoom, [ControlRoom, 'show'])
serve(calls.exportControlRoom, [ControlRoom, 'export'])
serve(calls.importControlRoom, [ControlRoom, 'import'])
serve(calls.addConnection, [Connections, 'create'])
serve(calls.changeConnection, [Connections, 'change'])
serve(calls.deleteConnection, [Connections, 'destroy'])
serve(calls.testConnection, [Connections, 'test'])
serve(calls.listConnectionModels, [Connections, 'models'])
serve(calls.changeTier, [Tiers, 'change'])
serve(calls.resetTier, [Tiers, 'reset'])
