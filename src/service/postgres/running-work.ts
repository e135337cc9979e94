import { StorageUnavailable } from "../storage/storage-problem.ts";

/**
 * What is being done on the connections. Connections must not be closed under work that runs: it would fail halfway, and of a COMMIT
 * nobody would know whether it was kept.
 */
export class RunningWork {
  #running = 0;
  #isClosed = false;
  #onIdle: () => void = () => undefined;

  /**
   * Does work while the storage is open.
   *
   * @throws StorageUnavailable when it is closed: nothing of the work is done
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

  /** Takes no more work, and waits for what runs, but not longer than `patience` milliseconds. */
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
