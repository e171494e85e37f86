/** Servers that help two machines find a way to each other: STUN says how one is seen, TURN passes packets on. */
export interface IceServer {
  readonly urls: readonly string[]
  readonly username?: string
  readonly credential?: string
}

/** Lines of the setting, as they may be. */
const maxIceServers = 8

const host = String.raw`(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?`
const line = String.raw`(?:stuns?:${host}|turns?:${host}(?:\?transport=(?:udp|tcp))?)`

/** Addresses of servers, one a line. */
export const iceAddresses = new RegExp(String.raw`^\s*${line}(?:\s*\n\s*${line}){0,${maxIceServers - 1}}\s*$`, 'i')

export const isTurn = (address: string): boolean => /^turns?:/i.test(address)
