export { natsBus, type NatsBusOptions } from './src/nats_bus.ts'
