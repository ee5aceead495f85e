/** The addresses that users and their browsers give, such as those of push services: what the server may ask. */
import type { OutboundSettings } from '#modules/kernel/outbound/outbound'
import env, { refuse } from './env.ts'

const listOf = (name: 'OUTBOUND_PRIVATE' | 'OUTBOUND_PORTS') =>
  (env.get(name) ?? '')
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean)

const privateHosts = listOf('OUTBOUND_PRIVATE')
const isHost = (item: string) => URL.canParse(`http://${item}`) && !/[/@?#]/.test(item)
if (!privateHosts.every(isHost))
  refuse(['OUTBOUND_PRIVATE must be hosts, separated by commas, such as push.internal,10.0.0.7:8443'])

const ports = listOf('OUTBOUND_PORTS').map(Number)
if (!ports.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535))
  refuse(['OUTBOUND_PORTS must be ports, separated by commas, such as 8443,9443'])

export default { privateHosts, ports } satisfies OutboundSettings
