/** Addresses of sockets, and the tickets that open them. */
import { hubPath } from '../../../protocol/index.ts'
import { postData } from '../api/client.ts'

/** Whose session it is: `/admin` of administrators, `/api` of members. */
export type SocketArea = '/admin' | '/api'

export async function getTicket(area: SocketArea): Promise<string> {
  const { ticket } = await postData<{ ticket: string }>(`${area}/Live/ticket`, {}, { quiet: true, isBackground: true })
  return ticket
}

export function socketAddress(query: Readonly<Record<string, string>>): URL {
  const address = new URL(hubPath, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  address.search = `?${new URLSearchParams(query).toString()}`
  address.hash = ''
  return address
}

const areas = { admin: '/admin', member: '/api' } as const

/**
 * Opens the stream of a topic, for bytes such as sound and picture. It is closed by its user, and not opened again by
 * itself.
 * @param as whose session it is; a visitor has none
 */
export async function openStream(as: 'admin' | 'member' | 'visitor', topic: string): Promise<WebSocket> {
  const ticket = as === 'visitor' ? null : await getTicket(areas[as])
  const socket = new WebSocket(socketAddress({ ...(ticket !== null && { ticket }), topic }))
  socket.binaryType = 'arraybuffer'
  return socket
}
