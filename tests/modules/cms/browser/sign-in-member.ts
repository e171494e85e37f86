/** A member without a browser: sends requests with the token of a sign-in. */

interface Answer<Data> {
  readonly code: number
  readonly data: Data
}

/** @returns what sends a GET, or a POST where there is a body */
export async function signInMember(address: string, username: string, password: string) {
  const call = async <Data = Record<string, unknown>>(
    path: string,
    body?: object,
    token = '',
  ): Promise<Answer<Data>> => {
    const answer = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'x-tablewright': '1', ...(token && { 'ba-user-token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answer<Data>
  }
  const credentials = { tab: 'login', username, password, keep: false }
  const { data } = await call<{ userInfo: { token: string } }>('/api/user/checkIn', credentials)
  return <Data = Record<string, unknown>>(path: string, body?: object) => call<Data>(path, body, data.userInfo.token)
}
