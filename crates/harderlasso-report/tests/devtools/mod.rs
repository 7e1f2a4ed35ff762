//! Headless Chromium, driven over a pipe: JSON messages that end with a zero
//! byte. No socket is opened, and the browser ends with the pipe.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Browser {
    process: Child,
    commands: Option<ChildStdin>,
    answers: Receiver<Value>,
    /// Events that came while an answer was awaited.
    events: VecDeque<Value>,
    session: Option<String>,
    last: u64,
    profile: PathBuf,
}

impl Browser {
    /// Starts a browser with a profile of its own and one page, without a
    /// network.
    pub(crate) fn start(folder: &Path) -> Self {
        let program = program();
        let profile = folder.join(format!("profile-{}", std::process::id()));
        // The browser reads commands from descriptor 3 and answers on 4.
        let mut process = Command::new("sh")
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null",
                "sh",
            ])
            .arg(&program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--remote-debugging-pipe",
                "--host-resolver-rules=MAP * ~NOTFOUND",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh runs");
        let commands = process.stdin.take();
        let mut output = BufReader::new(process.stdout.take().expect("a pipe was asked for"));
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while matches!(output.read_until(0, &mut message), Ok(count) if count > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else {
                    break;
                };
                if sender.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut browser = Self {
            process,
            commands,
            answers,
            events: VecDeque::new(),
            session: None,
            last: 0,
            profile,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached = browser.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        );
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let commands = self.commands.as_mut().expect("the browser is running");
        write!(commands, "{message}\0")
            .and_then(|()| commands.flush())
            .expect("the browser takes commands");
        loop {
            let message = self.receive();
            if message["id"] != json!(self.last) {
                self.events.push_back(message);
                continue;
            }
            assert!(message.get("error").is_none(), "{method}: {message}");
            return message["result"].clone();
        }
    }

    fn receive(&mut self) -> Value {
        match self.answers.recv_timeout(PATIENCE) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => panic!("the browser does not answer"),
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the browser stopped; bash scripts/test.sh installs one that runs here")
            }
        }
    }

    /// Opens a file, waits until it is loaded, and hands back what happened
    /// meanwhile.
    pub(crate) fn open(&mut self, file: &Path) -> Vec<Value> {
        self.events.clear();
        let url = format!("file://{}", file.display());
        self.call("Page.navigate", json!({"url": url}));
        let is_load = |event: &Value| event["method"] == "Page.loadEventFired";
        while !self.events.iter().any(is_load) {
            let event = self.receive();
            self.events.push_back(event);
        }
        // Two frames later everything has been laid out and painted once.
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
        self.events.drain(..).collect()
    }

    /// The value of a JavaScript expression in the page.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true}),
        );
        assert!(answer.get("exceptionDetails").is_none(), "{answer}");
        answer["result"]["value"].clone()
    }

    /// The size of the window and the colour scheme that the reader prefers.
    pub(crate) fn pretend(&mut self, width: u32, scheme: &str) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}),
        );
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser whose pipe is closed ends itself, and its helpers with it.
        drop(self.commands.take());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(10) {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// Where Chromium is.
fn program() -> PathBuf {
    let folders: Vec<PathBuf> = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
        .unwrap_or_else(|| {
            panic!("Chromium was not found: run bash scripts/test.sh, which installs it where it is missing")
        })
}
