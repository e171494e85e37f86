/** The warehouse against its model, other sequences every time; a failure reports the seed to play them again with. */
import { playSequences } from '../model/play.ts'

playSequences(null)
