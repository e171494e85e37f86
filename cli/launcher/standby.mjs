// Loaded before a server that will take over later (`dev`): the packages that it needs, which take most of its start,
// are there when its turn comes.
import { isMainThread } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'

const packages = process.env.TABLEWRIGHT_STANDBY
// Workers inherit how their process was started.
if (isMainThread && packages && process.send) {
  delete process.env.TABLEWRIGHT_STANDBY
  const turn = new Promise((resolve) => process.once('message', resolve))
  const end = () => process.exit()
  // Whoever would have asked has ended.
  process.once('disconnect', end)
  try {
    await import(pathToFileURL(packages).href)
  } catch {
    // The server says what is wrong with them.
  }
  await turn
  process.off('disconnect', end)
  process.disconnect()
}
