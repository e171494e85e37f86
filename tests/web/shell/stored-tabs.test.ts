// @vitest-environment jsdom
/** The open tabs of a window, for its next load. */
import { beforeEach, expect, it } from 'vitest'
import { readTabs, storeTabs } from '../../../runtime/web/shell/tabs/stored-tabs.ts'

const tab = (id: string, search = '', isClosing = false) => ({
  id,
  location: { pathname: `/admin/${id}`, search, hash: '', state: { from: 'x' }, key: 'k' },
  reloads: 3,
  isClosing,
})

beforeEach(() => sessionStorage.clear())

it('come back for the same account, without those that were closing', () => {
  storeTabs(7, [tab('a', '?page=2'), tab('b', '', true), tab('c')])
  expect(readTabs(7).map(({ id, location, reloads }) => [id, location.search, location.state, reloads])).toEqual([
    ['a', '?page=2', null, 0],
    ['c', '', null, 0],
  ])
  expect(readTabs(8)).toEqual([])
})

it.each(['', '{', '7', '{"admin":7}', '{"admin":7,"tabs":[null]}', '{"admin":7,"tabs":[{"id":1}]}'])(
  'are none where %j is stored',
  (text) => {
    sessionStorage.setItem('tablewright.tabs', text)
    expect(readTabs(7)).toEqual([])
  },
)
