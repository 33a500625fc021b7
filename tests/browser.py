# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium for the tests of pages."""

import os
import shutil

import pytest

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
    "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--window-size=1440,1000",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """A headless Chromium that logs its console and its network."""
    paths = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if not all(paths):
        message = (
            "chromium and chromedriver are needed for the browser tests; on Debian: apt install "
            "chromium chromium-driver"
        )
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = paths[0]
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(paths[1]))
    yield driver
    driver.quit()
