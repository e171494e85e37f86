/** The signed-in member, stored in this browser under `userInfo`. */
import { proxy, subscribe } from 'valtio'
import { readStored, writeStored } from '../preferences/browser-storage.ts'

export interface MemberInfo {
  id: number
  username: string
  nickname: string
  email: string
  mobile: string
  avatar: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  birthday: string
  money: string
  score: number
  last_login_time: string
  last_login_ip: string
  join_time: string
  motto: string
  token: string
  refresh_token: string
}

export const memberInfoKey = 'userInfo'

const emptyMember: MemberInfo = {
  id: 0,
  username: '',
  nickname: '',
  email: '',
  mobile: '',
  avatar: '',
  gender: 0,
  birthday: '',
  money: '',
  score: 0,
  last_login_time: '',
  last_login_ip: '',
  join_time: '',
  motto: '',
  token: '',
  refresh_token: '',
}

export const member: MemberInfo = proxy(readMember())

subscribe(member, () => writeStored(memberInfoKey, member))

// Another tab signed in or out: this one follows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === memberInfoKey || event.key === null) Object.assign(member, readMember())
  })
}

/** Stores what the server returned about the member; missing keys keep their value. */
export function saveMember(values: Partial<MemberInfo>): void {
  Object.assign(member, knownValues(values))
}

export function clearMember(): void {
  Object.assign(member, emptyMember)
}

/** Signed in is who has both an id and a token. */
export function isMemberSignedIn({ id, token }: Pick<MemberInfo, 'id' | 'token'> = member): boolean {
  return id > 0 && token !== ''
}

function readMember(): MemberInfo {
  const info = readStored(memberInfoKey) as Readonly<Record<string, unknown>> | null
  if (typeof info !== 'object' || info === null) return { ...emptyMember }
  return { ...emptyMember, ...knownValues(info) }
}

function knownValues(values: object): Partial<MemberInfo> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => Object.hasOwn(emptyMember, key) && typeof value === typeof emptyMember[key as keyof MemberInfo],
    ),
  )
}
