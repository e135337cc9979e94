import { StorageUnavailable } from "../storage/storage-problem.ts";

/**
 * Tracks running work on the connections. They must not be closed under it: the work would fail halfway, and the outcome of a COMMIT would be
 * unknown.
 */
export class RunningWork {
  #running = 0;
  #isClosed = false;
  #onIdle: () => void = () => undefined;

  /**
   * Runs work while the storage is open.
   *
   * @throws StorageUnavailable if it is closed; the work is then not started
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) {
      throw new StorageUnavailable(
        "The service is stopping and has closed its storage. Send the request to another instance.",
      );
    }
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle();
    }
  }

  /** Refuses new work and waits for running work, at most `patience` milliseconds. */
  async close(patience: number): Promise<void> {
    this.#isClosed = true;
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
